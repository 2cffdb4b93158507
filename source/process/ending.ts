import {endingSignals} from './exit-status.js';

/** A signal asked the program to end. */
export class Signalled extends Error {
	override readonly name = 'Signalled';
	readonly signal: NodeJS.Signals;

	constructor(signal: NodeJS.Signals) {
		super(`ended by ${signal}`);
		this.signal = signal;
	}
}

/**
 * The one way in which the program is ended from outside of its own course: aborted with a `Signalled`, or with an
 * error that nobody caught.
 */
export const ending = (): AbortSignal => {
	const controller = new AbortController();
	for (const signal of endingSignals) {
		process.on(signal, () => controller.abort(new Signalled(signal)));
	}
	process.on('uncaughtException', error => controller.abort(error));
	process.on('unhandledRejection', error => controller.abort(error));
	return controller.signal;
};

/** Rejects when the signal is aborted, with its reason; stays open until then. */
export const aborted = async (signal: AbortSignal): Promise<never> =>
	new Promise((_, reject) => {
		if (signal.aborted) {
			reject(signal.reason);
		}
		signal.addEventListener('abort', () => reject(signal.reason), {once: true});
	});
