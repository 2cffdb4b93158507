/** Size of a node, and the number of all nodes. */
export const nodeSize: i32 = 64;
export const maxNodes: i32 = 1024;

/** Position of the literal in a node. */
export const literalAt: usize = 16;

/**
 * The layouts of the lines: see entries/layouts.ts. A node of the tree has its kind, u8; a number whose meaning depends on the kind,
 * u8; the length of its literal and the number of marks in it, u8; the index of the next node that may be here instead, and that of
 * the first node that may follow, u16; a number, u32; in a `clf`, the index of the node that may follow a user agent, u16; and its
 * literal. Before the tree is the rule for clients, see `findClient`.
 *
 * Behind the tree are the nodes of keys of objects, then those of sets of names. Node 0 has, from byte 8 on, u16, the indices of the
 * first key, of the first set, of the end, and of the key with which the last object began.
 *
 * A key begins like a node of the tree, with four u8. Then it has the group of keys to which it belongs, and the key that followed
 * it in the last object, u16; from byte 8 on the bits in a set of names that mean a value and the key, or 255, what closes its value,
 * and with what its value mustn't begin, u8; the group of the keys within, and the next node with the same hash, u16; and its literal.
 *
 * A set of names has the format, and the fields that are empty with it, u32 at byte 8, and its bits, u64 in place of the literal.
 */
export const nodes: usize = memory.data(nodeSize * maxNodes, 16);
