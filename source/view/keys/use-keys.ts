import {useInput, usePaste, useStdin} from 'ink';
import {useEffect, useState} from 'react';
import {type KeyQueue, type KeyTarget, keyQueue} from './dispatch-keys.js';
import {keyNames} from './key-names.js';

/**
 * Hands out what is typed. What is pasted is no command; `pasted` takes it while a line is being written.
 * @param subscribe - calls back whenever what keys wait for may be there
 * @returns what is to be called before a command that comes from elsewhere
 */
export function useKeys(
	target: KeyTarget & {pasted(text: string): void},
	subscribe: (listener: () => void) => () => void,
): KeyQueue['before'] {
	const {isRawModeSupported} = useStdin();
	const options = {isActive: isRawModeSupported};
	const [queue] = useState(keyQueue);
	useEffect(() => subscribe(() => queue.goOn(target)));
	useInput((input, key) => queue.take(keyNames(input, key), target), options);
	usePaste(text => {
		if (target.isTyping()) {
			target.pasted(text);
		}
	}, options);
	return queue.before;
}
