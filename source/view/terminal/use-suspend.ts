import {useApp, useStdin} from 'ink';
import {useCallback, useEffect, useRef} from 'react';
import {leaveSignals} from './leave-signals.js';
import {useAutowrapOff} from './use-autowrap-off.js';

/** The shell stops the process at once; where there is nobody who does, the screen comes back after this. */
const patience = 200;

/** Who has the terminal. */
export type Suspension = {
	/** Puts the program to the background; takes the terminal again when the process is continued. */
	suspend(): void;
	/** Whether the terminal is somebody else's at this time. */
	isSuspended(): boolean;
};

/**
 * Gives the terminal away and takes it again: on demand, and when the process goes on after somebody else has
 * stopped it, since the shell may have used the terminal meanwhile.
 * @param stop - stops the process group
 * @param hold - what else the terminal is set to is taken back, false, and set again, true
 */
export function useSuspend(stop: () => void, hold: (isOurs: boolean) => void): Suspension {
	const {suspendTerminal} = useApp();
	const {stdin} = useStdin();
	const setAutowrapOff = useAutowrapOff();
	const suspended = useRef(false);

	const giveAway = useCallback(
		async (until: () => Promise<void>, leave = nothing): Promise<void> => {
			if (suspended.current) {
				return;
			}

			suspended.current = true;
			setAutowrapOff(false);
			hold(false);
			try {
				await suspendTerminal(async () => {
					const take = leave();
					await until();
					if ('setRawMode' in stdin && typeof stdin.setRawMode === 'function') {
						// Stops the process if it goes on in the background, before it writes to a terminal that
						// is still somebody else's.
						stdin.setRawMode(true);
					}

					take();

					// Before the screen is drawn again, which comes next.
					setAutowrapOff(true);
					hold(true);
				});
			} finally {
				suspended.current = false;
			}
		},
		[suspendTerminal, setAutowrapOff, hold, stdin],
	);

	useEffect(() => {
		const takeAgain = (): void => {
			void giveAway(async () => {});
		};

		process.on('SIGCONT', takeAgain);
		return () => {
			process.off('SIGCONT', takeAgain);
		};
	}, [giveAway]);

	const isSuspended = useCallback(() => suspended.current, []);
	return {
		suspend() {
			// There is nothing to restore while it is stopped: what is to end it then needn't wait for it to go on.
			void giveAway(() => stopped(stop), leaveSignals);
		},
		isSuspended,
	};
}

/** For `leaveSignals` where the process isn't stopped any more. */
const nothing = () => (): void => {};

/** Stops the process; resolves when it has been continued. */
function stopped(stop: () => void): Promise<void> {
	return new Promise(resolve => {
		// The timer also keeps the process alive while nobody listens to the keyboard.
		const timer = setTimeout(goOn, patience);
		function goOn(): void {
			clearTimeout(timer);
			process.off('SIGCONT', goOn);
			resolve();
		}

		process.on('SIGCONT', goOn);
		stop();
	});
}
