/** 16 bytes as IPv6 is written. */
export const spelled = (bytes: Uint8Array): string =>
	Array.from({length: 8}, (_, group) =>
		(((bytes[group * 2] ?? 0) << 8) | (bytes[group * 2 + 1] ?? 0)).toString(16),
	).join(':');
