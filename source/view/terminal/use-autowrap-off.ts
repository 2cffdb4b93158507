import {useStdout} from 'ink';
import {useCallback, useLayoutEffect} from 'react';

const autowrapOff = '\u001B[?7l';
const autowrapOn = '\u001B[?7h';

/**
 * Keeps the terminal from wrapping long lines while the screen is up: should it think a character wider than
 * we do, the line is cut there, and the lines below stay where they are. Returns what turns it off and on for
 * the time that the terminal is somebody else's.
 */
export function useAutowrapOff(): (isOurs: boolean) => void {
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
