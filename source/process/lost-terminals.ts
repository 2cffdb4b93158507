import {closeSync, fstatSync, statSync} from 'node:fs';
import {isatty} from 'node:tty';

/**
 * Returns the standard streams whose terminal was lost because its window was closed or its connection ended. They are still
 * devices, but no longer respond to terminal requests. A terminal may be lost before the first line of the program runs.
 */
function lostTerminals(): readonly number[] {
	return [0, 1, 2].filter(isLost);
}

function isLost(descriptor: number): boolean {
	try {
		const stats = fstatSync(descriptor);
		return stats.isCharacterDevice() && !isatty(descriptor) && stats.rdev !== statSync('/dev/null').rdev;
	} catch {
		return false;
	}
}

/** Error codes of reading, writing and opening a lost terminal. */
const lossCodes: ReadonlySet<unknown> = new Set(['EIO', 'ENXIO']);

/** True if the error comes from a lost terminal. */
export function isTerminalLoss(error: unknown): boolean {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	return cause instanceof Error && 'code' in cause && lossCodes.has(cause.code) && lostTerminals().length > 0;
}

/**
 * Closes lost terminals before the process ends. At exit, Node resets the mode of each initial terminal and aborts if that fails.
 * It skips closed descriptors.
 */
export function closeLostTerminals(): void {
	for (const descriptor of lostTerminals()) {
		closeSync(descriptor);
	}
}
