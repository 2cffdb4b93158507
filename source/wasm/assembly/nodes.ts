/** Size of a node, and the number of all nodes. */
export const nodeSize: i32 = 64;
export const maxNodes: i32 = 1024;

/** Offset of the literal in a node. */
export const literalAt: usize = 16;

/**
 * The layouts of the lines: see entries/layouts.ts. First the rule for clients (see `findClient`), then the nodes of the tree, of
 * keys of objects, and of sets of names. Byte offsets of the parts of a node, and their types:
 * - Tree: 0 kind, 1 parameter, 2 length of the literal, 3 number of marks in it, u8; 4 index of the alternative node, 6 index of
 *   the first node that may follow, u16; 8 a format or bits of fields, u32; 12 in a `clf`, index of the node after a user agent,
 *   u16; 16 literal.
 * - Key: 0 to 3 as in the tree; 4 its group of keys, 6 the key that followed it in the last object, u16; 8 bit of a value in sets
 *   of names, 9 bit of the key in them (255 for no bit), 10 kind of closing text, 11 flags of excluded values, u8; 12 group of
 *   the keys within, 14 next node with the same hash, u16; 16 literal.
 * - Set of names: 8 format, 12 bits of the fields that are empty with it, u32; 16 its bits, u64.
 * - Node 0: 8 index of the first key, 10 of the first set, 12 of the end, 14 of the first key of the last object, u16.
 */
export const nodes: usize = memory.data(nodeSize * maxNodes, 16);
