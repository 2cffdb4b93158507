/** Size of a node, and the number of all nodes. */
export const nodeSize: i32 = 64;
export const maxNodes: i32 = 256;

/**
 * The layouts of the lines as a tree of nodes: see entries/layouts.ts. A node has its kind, u8; a number whose meaning depends on
 * the kind, u8; the length of its literal and the number of marks in it, u8; the index of the next node that may be here instead,
 * and that of the first node that may follow, u16; a number, u32; in a `clf`, the index of the node that may follow a user agent,
 * u16; and its literal at byte 16. Node 0 only has a follower. Before the next nodes is the rule for clients, see `findClient`.
 */
export const nodes: usize = memory.data(nodeSize * maxNodes, 16);
