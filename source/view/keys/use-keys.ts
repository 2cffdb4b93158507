import {useInput, usePaste, useStdin} from 'ink';
import {dispatchKeys, type KeyTarget} from './dispatch-keys.js';
import {keyNames} from './key-names.js';

/** Hands out what is typed. What is pasted is no command; `pasted` takes it while a line is being written. */
export function useKeys(target: KeyTarget & {pasted(text: string): void}): void {
	const {isRawModeSupported} = useStdin();
	const options = {isActive: isRawModeSupported};
	useInput((input, key) => dispatchKeys(keyNames(input, key), target), options);
	usePaste(text => {
		if (target.isTyping()) {
			target.pasted(text);
		}
	}, options);
}
