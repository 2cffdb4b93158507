import {readControls} from './control-sequences.js';

/** Returns the strings that a program copied to the terminal's clipboard. */
export function copiedIn(recording: Buffer): readonly string[] {
	return readControls(recording.toString()).sequences.flatMap(sequence => {
		const [, data] = /^OSC 52;c;(.*)$/.exec(sequence) ?? [];
		return data === undefined ? [] : [Buffer.from(data, 'base64').toString()];
	});
}
