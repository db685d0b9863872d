// SPDX-License-Identifier: MIT
// A token of the TRON model, worth nothing: like USDT on TRON its `transfer` answers false when it moved, and reverts give no reason.
// Whoever asks changes how it behaves.
pragma solidity 0.8.37;

contract ModelToken {
    uint8 public constant decimals = 6;
    mapping(address => uint256) public balanceOf;
    mapping(address => bool) public isBlackListed;
    bool public paused;
    bool public movesNothing;
    uint256 public basisPointsRate;

    event Transfer(address indexed from, address indexed to, uint256 value);

    function mint(address to, uint256 value) external {
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function burn(address from, uint256 value) external {
        balanceOf[from] -= value;
        emit Transfer(from, address(0), value);
    }

    function setBlackListed(address account, bool isListed) external {
        isBlackListed[account] = isListed;
    }

    function setPaused(bool isPaused) external {
        paused = isPaused;
    }

    function setMovesNothing(bool isSo) external {
        movesNothing = isSo;
    }

    function setBasisPointsRate(uint256 rate) external {
        basisPointsRate = rate;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        require(!paused);
        require(!isBlackListed[msg.sender] && !isBlackListed[to]);
        require(balanceOf[msg.sender] >= value);
        if (movesNothing) return true;
        uint256 fee = value * basisPointsRate / 10_000;
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value - fee;
        emit Transfer(msg.sender, to, value - fee);
        return false;
    }
}
