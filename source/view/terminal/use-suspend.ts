import {useApp, useStdin, useStdout} from 'ink';
import {useCallback, useEffect, useLayoutEffect, useRef} from 'react';
import {endingSignals} from '../../process/ending.js';

/**
 * Restores the default action of the signals that end the program, so that the system ends it at once. Returns a function that
 * restores the listeners.
 */
function leaveSignals(): () => void {
	const removed = endingSignals.map(signal => ({signal, listeners: process.listeners(signal)}));
	for (const {signal} of removed) {
		process.removeAllListeners(signal);
	}
	return () => {
		for (const {signal, listeners} of removed) {
			for (const listener of listeners) {
				process.on(signal, listener as NodeJS.SignalsListener);
			}
		}
	};
}

const autowrapOff = '\u001B[?7l';
const autowrapOn = '\u001B[?7h';

/**
 * Turns line wrapping of the terminal off while the screen is shown. If the terminal considers a character wider than reqscope
 * does, it then cuts the line, and the lines below stay in place. Returns a function that sets the mode: false while another
 * program has the terminal.
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

/** Time after which the screen is restored if the process isn't stopped, in ms. A shell stops it at once. */
const patience = 200;

/** Tracks whether reqscope has the terminal. */
type Suspension = {
	/** Puts the program into the background; takes the terminal again when the process is continued. */
	suspend(): void;
	/** True while another program has the terminal. */
	isSuspended(): boolean;
};

/**
 * Releases the terminal and takes it again, both on request and when the process is continued after another process stopped it:
 * the shell may have used the terminal in the meantime.
 * @param stop - stops the process group
 * @param hold - resets all other terminal modes (false) and sets them again (true)
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
						// If the process was continued in the background, this stops it again before it writes to a terminal that another
						// program has.
						stdin.setRawMode(true);
					}
					take();

					// Must precede the redraw of the screen, which is next.
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
			// A stopped process has no terminal state to restore, so signals can end it without continuing it first.
			void giveAway(() => stopped(stop), leaveSignals);
		},
		isSuspended,
	};
}

/** The default for `leaveSignals` if the process is already running again. */
function nothing() {
	return (): void => {};
}

/** Stops the process. Resolves when it has been continued. */
function stopped(stop: () => void): Promise<void> {
	return new Promise(resolve => {
		// The timer also keeps the process alive while no listener reads the keyboard.
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
 * Redraws the whole screen after every change of the terminal's size. Node reports a size only if it differs from the last one. A
 * terminal that became small and large again before the process could check has lost its content without a report.
 * @param isSuspended - true while another program has the terminal
 */
export function useRedrawOnResize(redraw: () => void, isSuspended: () => boolean): void {
	useEffect(() => {
		let planned: NodeJS.Immediate | undefined;
		const onChange = (): void => {
			// Runs after React has laid out the new size.
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
