// SPDX-License-Identifier: MIT
// A token of development networks, worth nothing: whoever asks gets as much as he likes.
pragma solidity 0.8.37;

contract TestToken {
    string public symbol;
    uint8 public immutable decimals;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    error InsufficientBalance(uint256 held, uint256 needed);
    error InsufficientAllowance(uint256 allowed, uint256 needed);
    error NoReceiver();

    constructor(string memory symbol_, uint8 decimals_) {
        symbol = symbol_;
        decimals = decimals_;
    }

    function name() external view returns (string memory) {
        return symbol;
    }

    function mint(address to, uint256 value) public {
        if (to == address(0)) revert NoReceiver();
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    /// Mints what `to` lacks to hold `level`; asked again, it does nothing.
    function fill(address to, uint256 level) external {
        uint256 held = balanceOf[to];
        if (held < level) mint(to, level - held);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        move(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed < value) revert InsufficientAllowance(allowed, value);
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        move(from, to, value);
        return true;
    }

    function move(address from, address to, uint256 value) private {
        if (to == address(0)) revert NoReceiver();
        uint256 held = balanceOf[from];
        if (held < value) revert InsufficientBalance(held, value);
        unchecked {
            balanceOf[from] = held - value;
            balanceOf[to] += value;
        }
        emit Transfer(from, to, value);
    }
}
