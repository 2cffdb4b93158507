import {Failure} from '../failure.js';

/** The views can't be read or written; the message says where they are, why, and what to do. */
export class ViewsError extends Failure {}
