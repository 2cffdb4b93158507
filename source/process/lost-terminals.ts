import {closeSync, fstatSync, statSync} from 'node:fs';
import {isatty} from 'node:tty';

/**
 * The standard streams whose terminal was lost, because its window was closed or its connection ended: they are still
 * devices, but answer no request of a terminal any more. It may have been lost before the program's first line ran.
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

/** What reading, writing and opening a lost terminal fails with. */
const lossCodes: ReadonlySet<unknown> = new Set(['EIO', 'ENXIO']);

/** Whether the error comes from a terminal that was lost. */
export function isTerminalLoss(error: unknown): boolean {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	return cause instanceof Error && 'code' in cause && lossCodes.has(cause.code) && lostTerminals().length > 0;
}

/**
 * Closes the terminals that were lost, before the process ends. At its end Node resets the mode of each terminal that it
 * began with and aborts when that fails; it leaves out descriptors that are closed.
 */
export function closeLostTerminals(): void {
	for (const descriptor of lostTerminals()) {
		closeSync(descriptor);
	}
}
