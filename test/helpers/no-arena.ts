import {SharedArena} from '../../source/wasm/shared-arena.js';

/** An arena without room: whatever is made in it has memory of its own. */
export const noArena = new SharedArena(new SharedArrayBuffer(0));
