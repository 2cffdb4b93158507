import {type Compression, unpackCommands} from '../archives/compression.js';

/**
 * Number of first bytes of a file that determine its format and identify it: a few lines, with times that occur in no other log.
 */
export const headSize = 1024;

/** A file format other than text in a supported encoding. */
export type Foreign = {
	/** Description of the format: `gzip-compressed`. */
	readonly what: string;
	/** A command that writes the text to standard output. FILE stands for the path. */
	readonly command?: string;
	/** True if the command can't read standard input. */
	readonly seeks?: true;
	/** Set if reqscope decodes the format. */
	readonly compression?: Compression;
};

type Magic = Foreign & {readonly bytes: readonly number[]};

function ascii(text: string) {
	return [...Buffer.from(text, 'latin1')];
}

// Sources: RFC 1952, RFC 8878, the xz file format 1.2.0, Unicode's byte order mark, and file(1)'s table for the rest. UTF-32
// precedes UTF-16, because its mark begins with UTF-16's.
const magics: readonly Magic[] = [
	{what: 'gzip-compressed', command: 'zcat FILE', compression: 'gzip', bytes: [0x1f, 0x8b]},
	{what: 'compressed (.Z)', command: 'zcat FILE', bytes: [0x1f, 0x9d]},
	// After the level comes a block, or the end mark if there is no text.
	...[1, 2, 3, 4, 5, 6, 7, 8, 9].flatMap(level =>
		[
			[0x31, 0x41, 0x59, 0x26, 0x53, 0x59],
			[0x17, 0x72, 0x45, 0x38, 0x50, 0x90],
		].map(next => ({
			what: 'bzip2-compressed',
			command: 'bzcat FILE',
			compression: 'bzip2' as const,
			bytes: [...ascii(`BZh${level}`), ...next],
		})),
	),
	{
		what: 'zstd-compressed',
		command: 'zstdcat FILE',
		compression: 'zstd',
		bytes: [0x28, 0xb5, 0x2f, 0xfd],
	},
	// A skippable frame, as at the beginning of pzstd files.
	...Array.from({length: 16}, (_, number) => ({
		what: 'zstd-compressed',
		command: 'zstdcat FILE',
		compression: 'zstd' as const,
		bytes: [0x50 + number, 0x2a, 0x4d, 0x18],
	})),
	{what: 'xz-compressed', command: 'xzcat FILE', compression: 'xz', bytes: [0xfd, ...ascii('7zXZ'), 0]},
	{what: 'lz4-compressed', command: 'lz4cat FILE', bytes: [0x04, 0x22, 0x4d, 0x18]},
	{what: 'a zip archive', command: 'unzip -p FILE', seeks: true, bytes: [...ascii('PK'), 3, 4]},
	{
		what: 'a 7z archive',
		command: '7z x -so FILE',
		seeks: true,
		bytes: [...ascii('7z'), 0xbc, 0xaf, 0x27, 0x1c],
	},
	{
		what: 'a systemd journal',
		command: 'journalctl -o cat --file FILE',
		seeks: true,
		bytes: ascii('LPKSHHRH'),
	},
	{what: 'an SQLite database', bytes: [...ascii('SQLite format 3'), 0]},
	{what: 'a program', bytes: [0x7f, ...ascii('ELF')]},
	{what: 'UTF-32 text', command: 'iconv -f UTF-32 -t UTF-8 FILE', bytes: [0xff, 0xfe, 0, 0]},
	{what: 'UTF-16 text', command: 'iconv -f UTF-16 -t UTF-8 FILE', bytes: [0xff, 0xfe]},
	{what: 'UTF-16 text', command: 'iconv -f UTF-16 -t UTF-8 FILE', bytes: [0xfe, 0xff]},
];

// POSIX.1-1988: part of each header, after the file's name and owner.
const ustar = ascii('ustar');
const ustarOffset = 257;

/**
 * Determines the format of a file from its first bytes, not from its name. `undecided`: with more bytes, it may turn out not to
 * be text. Skips zero bytes at the start, and 8 or more after a line end: a writer that didn't notice a truncation leaves such
 * holes.
 */
export function sniff(head: Uint8Array): 'text' | 'undecided' | Foreign {
	const found = magics.find(({bytes}) => startsWith(head, bytes));
	if (found !== undefined) {
		// FF FE is UTF-16 unless two zero bytes follow.
		const unsure = magics.some(({bytes}) => bytes.length > found.bytes.length && maybeBecomes(head, bytes));
		return unsure ? 'undecided' : found;
	}
	if (magics.some(({bytes}) => maybeBecomes(head, bytes))) {
		return 'undecided';
	}
	if (ustar.every((byte, index) => head[ustarOffset + index] === byte)) {
		return {what: 'a tar archive', command: 'tar -xOf FILE'};
	}
	const hole = head.findIndex(byte => byte !== 0);
	return hole === -1 ? 'text' : textOrNot(withoutHoles(head.subarray(hole)));
}

/** Returns the message for the user: the format, and a command that reads it. */
export function foreignProblem({what, command}: Foreign): string {
	return command === undefined ? `${what}, not text` : `${what}; read it with: ${command} | reqscope -`;
}

/** Returns the same message for the format of the text in a compressed file. */
export function packedProblem(outer: Compression, {what, command, seeks}: Foreign): string {
	const description = `${outer}-compressed, and in that ${what}`;
	const unpack = unpackCommands[outer];
	return command === undefined || seeks
		? `${description}: not text`
		: `${description}; read it with: ${unpack} FILE | ${command.replace('FILE', '-')} | reqscope -`;
}

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
	return head.length >= bytes.length && bytes.every((byte, index) => head[index] === byte);
}

function maybeBecomes(head: Uint8Array, bytes: readonly number[]): boolean {
	return head.length < bytes.length && head.every((byte, index) => bytes[index] === byte);
}

// Clients can put some odd bytes into a log, even into its first line. They must not make it unreadable, so the threshold is
// high: of random bytes, 10 % are control characters and 50 % are invalid UTF-8.
const oddShare = 0.3;
const enoughBytes = 64;

function textOrNot(head: Uint8Array): 'text' | Foreign {
	if (head.length < enoughBytes) {
		return 'text';
	}
	const zeros = [0, 0];
	let controls = 0;
	for (const [index, byte] of head.entries()) {
		if (byte === 0) {
			zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
		}
		if ((byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d) && byte !== 0x1b) || byte === 0x7f) {
			controls++;
		}
	}
	const half = head.length / 2;
	if (zeros.some((count, index) => count > half * 0.8 && (zeros[1 - index] ?? 0) < half * 0.1)) {
		const order = (zeros[1] ?? 0) > (zeros[0] ?? 0) ? 'LE' : 'BE';
		return {what: 'UTF-16 text', command: `iconv -f UTF-16${order} -t UTF-8 FILE`};
	}
	return controls + invalidUtf8(head) > head.length * oddShare ? {what: 'binary data'} : 'text';
}

function withoutHoles(head: Uint8Array): Uint8Array {
	const text = Buffer.from(head).toString('latin1');
	return Buffer.from(text.replaceAll(/\n\0{8,}/g, '\n'), 'latin1');
}

function invalidUtf8(head: Uint8Array): number {
	let replaced = 0;
	for (const character of new TextDecoder().decode(head)) {
		if (character === '\uFFFD') {
			replaced++;
		}
	}
	return replaced;
}
