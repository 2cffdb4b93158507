import type {ByteSource} from '../../source/tail/files/open-file.js';

/** Creates a source that calls `content` for each read. */
export function memorySource(content: () => string | Uint8Array): ByteSource {
	return {
		async read(target, position) {
			const bytes = Buffer.from(content()).subarray(position, position + target.length);
			target.set(bytes);
			return bytes.length;
		},
	};
}
