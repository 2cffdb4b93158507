import {SharedArena} from '../../source/wasm/shared-arena.js';

/** An arena without capacity: each array gets its own memory. */
export const noArena = new SharedArena(new SharedArrayBuffer(0));
