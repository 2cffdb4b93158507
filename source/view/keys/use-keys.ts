import {useInput, usePaste, useStdin} from 'ink';
import {commandsOf} from './commands-of.js';
import {keyNames} from './key-names.js';
import type {Command} from './key-table.js';

/** Calls the handler for every command that is typed. What is pasted is no command. */
export function useKeys(onCommand: (command: Command) => void): void {
	const {isRawModeSupported} = useStdin();
	const options = {isActive: isRawModeSupported};
	useInput((input, key) => {
		for (const command of commandsOf(keyNames(input, key))) {
			onCommand(command);
		}
	}, options);
	usePaste(() => {}, options);
}
