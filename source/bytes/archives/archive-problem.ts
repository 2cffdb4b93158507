import type {Damage} from './archive-reader.js';
import {type Compression, unpackCommands} from './compression.js';

/** What the user is told of a damaged archive, of which that many bytes of text were read. */
export function damageProblem(damage: Damage, compression: Compression, text: number): string {
	const unpack = `read it with: ${unpackCommands[compression]} FILE | reqscope -`;
	switch (damage) {
		case 'checksum':
			return `damaged: the checksum of its ${text} bytes of text is wrong, so some may not be as they were logged.`;
		case 'trailing':
			return 'something that is not compressed stands behind its end and was left out.';
		case 'window':
			return compression === 'zstd'
				? 'zstd-compressed with a long window; read it with: zstdcat --long=31 FILE | reqscope -'
				: `${compression}-compressed with a dictionary over 128 MiB; ${unpack}`;
		case 'unsupported':
			return `${compression}-compressed in a way that isn't decoded; ${unpack}`;
		case 'damaged':
			return text === 0
				? `${compression}-compressed, but damaged from the start`
				: `damaged after ${text} bytes of text: what came after that is lost.`;
	}
}

/** What he is told when the end of it is missing. */
export function endsInTheMiddle(text: number): string {
	return `ends in the middle, after ${text} bytes of text: the rest is missing.`;
}
