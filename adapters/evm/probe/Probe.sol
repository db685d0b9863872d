// SPDX-License-Identifier: MIT
// Stands in for an account's code in an `eth_call`, so that a transfer is tried out as that account would make it. It is on no chain.
pragma solidity 0.8.37;

interface Token {
    function balanceOf(address owner) external view returns (uint256);
}

contract Probe {
    struct Call {
        address target;
        uint256 value;
        bytes data;
    }

    /// Makes the calls: whether all of them passed, what the one said that did not, and by how much the receiver's balance changed.
    function probe(address token, address to, Call[] calldata calls)
        external
        returns (bool passed, bytes memory said, int256 received)
    {
        uint256 held = Token(token).balanceOf(to);
        for (uint256 i = 0; i < calls.length; i++) {
            (passed, said) = calls[i].target.call{value: calls[i].value}(calls[i].data);
            if (!passed) return (false, said, 0);
        }
        unchecked {
            received = int256(Token(token).balanceOf(to) - held);
        }
    }
}
