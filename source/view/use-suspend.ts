import {useApp} from 'ink';
import {useRef} from 'react';
import {useAutowrapOff} from './use-autowrap-off.js';

/** The shell stops the process at once; where there is nobody who does, the screen comes back after this. */
const patience = 200;

/**
 * Returns what puts the program to the background: the terminal is handed back, and taken again when the
 * process is continued.
 * @param stop - stops the process group
 */
export function useSuspend(stop: () => void): () => void {
	const {suspendTerminal} = useApp();
	const setAutowrapOff = useAutowrapOff();
	const isSuspended = useRef(false);

	const suspend = async (): Promise<void> => {
		isSuspended.current = true;
		setAutowrapOff(false);
		try {
			await suspendTerminal(() => stopped(stop));
		} finally {
			isSuspended.current = false;
			setAutowrapOff(true);
		}
	};

	return () => {
		if (!isSuspended.current) {
			void suspend();
		}
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
