import {SharedRoom} from '../../source/kernel/shared-room.js';

/** A room without room: whatever is made in it has memory of its own. */
export const noRoom = new SharedRoom(new SharedArrayBuffer(0));
