// SPDX-License-Identifier: MIT
// A token of tests that changes its ways while a transfer is on its way: whoever asks sets how it moves from then on.
pragma solidity 0.8.37;

contract BadToken {
    enum Way { Honest, KeepsAFee, ReturnsFalse, SilentlyMovesNothing, MovesWithoutAnEvent, Paused, TakesMuchGas }

    uint8 public constant decimals = 6;
    Way public way;
    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public isBlocked;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function setWay(Way next) external {
        way = next;
    }

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
    }

    function setBlocked(address account, bool blocked) external {
        isBlocked[account] = blocked;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        if (isBlocked[msg.sender] || isBlocked[to]) revert("Blacklistable: account is blacklisted");
        if (way == Way.Paused) revert("Pausable: paused");
        if (way == Way.ReturnsFalse) return false;
        if (way == Way.SilentlyMovesNothing) return true;
        // More than an operation has for its calls.
        if (way == Way.TakesMuchGas) for (uint256 spent = 0; spent < 500; spent++) keccak256(new bytes(4096));
        if (balanceOf[msg.sender] < value) revert("ERC20: transfer amount exceeds balance");
        uint256 arrives = way == Way.KeepsAFee ? value - value / 100 : value;
        balanceOf[msg.sender] -= value;
        balanceOf[to] += arrives;
        if (way != Way.MovesWithoutAnEvent) emit Transfer(msg.sender, to, arrives);
        return true;
    }
}
