import {createHash} from 'node:crypto';
import type {LogName} from '../checkpoints/log-name.js';
import {keptBytes} from './kept-bytes.js';

/** The number that stands for a log in its rows: 64 bits, little-endian. */
export const fileNumber = ({fingerprint, ordinal}: LogName): Buffer => {
	const digest =
		ordinal === 0
			? Buffer.from(fingerprint, 'hex')
			: createHash('sha256').update(`${fingerprint} ${ordinal}`).digest();
	return keptBytes(digest.subarray(0, 8)).reverse();
};
