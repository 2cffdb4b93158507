import {closeSync} from 'node:fs';
import {isatty} from 'node:tty';

/** The standard streams that were terminals when the program began. */
let terminals: readonly number[] = [];

/** Remembers which of the standard streams are terminals. */
export const noteTerminals = (): void => {
	terminals = [0, 1, 2].filter(isatty);
};

/** A terminal is lost when its window was closed or its connection ended: it answers no request any more. */
const lostTerminals = (): readonly number[] => terminals.filter(descriptor => !isatty(descriptor));

/** Whether the error comes from reading or writing a terminal that was lost. */
export const isTerminalLoss = (error: unknown): boolean => {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	return cause instanceof Error && 'code' in cause && cause.code === 'EIO' && lostTerminals().length > 0;
};

/**
 * Closes the terminals that were lost, before the process ends. At its end Node resets the mode of each terminal that it
 * began with and aborts when that fails; it leaves out descriptors that are closed.
 */
export const closeLostTerminals = (): void => {
	for (const descriptor of lostTerminals()) {
		closeSync(descriptor);
	}
};
