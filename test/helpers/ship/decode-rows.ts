/** A row as it is sent, read back. Numbers of 64 bits are given as such, texts as text. */
export type SentRow = Readonly<Record<string, unknown>>;

/** How each column is written. */
const kinds: Readonly<Record<string, string>> = {
	time: 'int64',
	source: 'string',
	file: 'uint64',
	offset: 'int64',
	token: 'fixed',
	timed: 'bool',
	zone: 'int16?',
	status: 'uint16?',
	address: 'ip?',
	bytes: 'int64?',
	duration_ms: 'float64?',
	bot: 'bool?',
	incomplete: 'bool',
	format: 'string',
	path: 'string',
	line: 'string',
};

/** Reads rows back that were written as RowBinary with these columns. */
export const decodeRows = (bytes: Buffer, columns: readonly string[]): readonly SentRow[] => {
	let at = 0;
	const value = (kind: string): unknown => {
		if (kind.endsWith('?')) {
			return bytes[at++] === 1 ? null : value(kind.slice(0, -1));
		}
		switch (kind) {
			case 'bool':
				return bytes[at++] === 1;
			case 'int16':
				at += 2;
				return bytes.readInt16LE(at - 2);
			case 'uint16':
				at += 2;
				return bytes.readUInt16LE(at - 2);
			case 'int64':
				at += 8;
				return Number(bytes.readBigInt64LE(at - 8));
			case 'uint64':
				at += 8;
				return bytes.readBigUInt64LE(at - 8);
			case 'float64':
				at += 8;
				return bytes.readDoubleLE(at - 8);
			case 'ip':
				at += 16;
				return bytes.toString('hex', at - 16, at);
			case 'fixed':
				at += 13;
				return bytes.toString('latin1', at - 13, at);
			default: {
				let length = 0;
				for (let shift = 0; ; shift += 7) {
					const byte = bytes[at++] ?? 0;
					length += (byte & 127) * 2 ** shift;
					if (byte < 128) {
						break;
					}
				}
				at += length;
				return bytes.toString('utf8', at - length, at);
			}
		}
	};
	const rows: SentRow[] = [];
	while (at < bytes.length) {
		rows.push(Object.fromEntries(columns.map(column => [column, value(kinds[column] ?? 'string?')])));
	}
	if (at !== bytes.length) {
		throw new Error(`${at - bytes.length} bytes too few`);
	}
	return rows;
};
