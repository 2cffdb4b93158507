import {useApp, useStdin, useStdout} from 'ink';
import {useCallback, useEffect, useLayoutEffect, useRef} from 'react';
import {endingSignals} from '../../process/ending.js';

/**
 * Leaves the signals that end the program to the system, which ends it at once. Returns the function that takes them
 * again.
 */
function leaveSignals(): () => void {
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

const autowrapOff = '\u001B[?7l';
const autowrapOn = '\u001B[?7h';

/**
 * Keeps the terminal from wrapping long lines while the screen is up: should it think a character wider than
 * we do, the line is cut there, and the lines below stay where they are. Returns what turns it off and on for
 * the time that the terminal is somebody else's.
 */
function useAutowrapOff(): (isOurs: boolean) => void {
	const {stdout} = useStdout();
	const set = useCallback(
		(isOurs: boolean) => {
			if ('isTTY' in stdout && stdout.isTTY && stdout.writable) {
				stdout.write(isOurs ? autowrapOff : autowrapOn);
			}
		},
		[stdout],
	);
	useLayoutEffect(() => {
		set(true);
		return () => set(false);
	}, [set]);
	return set;
}

/** The shell stops the process at once; where there is nobody who does, the screen comes back after this. */
const patience = 200;

/** Who has the terminal. */
type Suspension = {
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
function nothing() {
	return (): void => {};
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

/**
 * Draws the whole screen anew after every change of the terminal's size. Node tells of a size only when it
 * differs from the last one: a terminal that was made small and large again before the process could look has
 * lost what it showed, and nobody would know.
 * @param isSuspended - whether the terminal is somebody else's at this time
 */
export function useRedrawOnResize(redraw: () => void, isSuspended: () => boolean): void {
	useEffect(() => {
		let planned: NodeJS.Immediate | undefined;
		const onChange = (): void => {
			// When React has laid out the new size.
			planned ??= setImmediate(() => {
				planned = undefined;
				if (!isSuspended()) {
					redraw();
				}
			});
		};

		process.on('SIGWINCH', onChange);
		return () => {
			process.off('SIGWINCH', onChange);
			clearImmediate(planned);
		};
	}, [redraw, isSuspended]);
}
