import {endingSignals} from '../../process/exit-status.js';

/**
 * Leaves the signals that end the program to the system, which ends it at once. Returns the function that takes them
 * again.
 */
export function leaveSignals(): () => void {
	const left = endingSignals.map(signal => ({signal, listeners: process.listeners(signal)}));
	for (const {signal} of left) {
		process.removeAllListeners(signal);
	}

	return () => {
		for (const {signal, listeners} of left) {
			for (const listener of listeners) {
				process.on(signal, listener as NodeJS.SignalsListener);
			}
		}
	};
}
