import {useApp} from 'ink';
import {useCallback, useEffect, useRef} from 'react';
import {useAutowrapOff} from './use-autowrap-off.js';

/** The shell stops the process at once; where there is nobody who does, the screen comes back after this. */
const patience = 200;

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
 */
export function useSuspend(stop: () => void): Suspension {
	const {suspendTerminal} = useApp();
	const setAutowrapOff = useAutowrapOff();
	const suspended = useRef(false);

	const giveAway = useCallback(
		async (until: () => Promise<void>): Promise<void> => {
			if (suspended.current) {
				return;
			}

			suspended.current = true;
			setAutowrapOff(false);
			try {
				await suspendTerminal(async () => {
					await until();
					// Before the screen is drawn again, which comes next.
					setAutowrapOff(true);
				});
			} finally {
				suspended.current = false;
			}
		},
		[suspendTerminal, setAutowrapOff],
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
			void giveAway(() => stopped(stop));
		},
		isSuspended,
	};
}

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
