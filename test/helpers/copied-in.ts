import {readControls} from './control-sequences.js';

/** What the terminal was asked to put on its clipboard. */
export const copiedIn = (recording: Buffer): readonly string[] =>
	readControls(recording.toString()).sequences.flatMap(sequence => {
		const [, data] = /^OSC 52;c;(.*)$/.exec(sequence) ?? [];
		return data === undefined ? [] : [Buffer.from(data, 'base64').toString()];
	});
