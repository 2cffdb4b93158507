import {useInput, usePaste, useStdin} from 'ink';
import {useEffect, useState} from 'react';
import {type KeyTarget, keyQueue} from './dispatch-keys.js';
import {keyNames} from './key-names.js';

/**
 * Hands out what is typed. What is pasted is no command; `pasted` takes it while a line is being written.
 * @param subscribe - calls back whenever what keys wait for may be there
 */
export function useKeys(
	target: KeyTarget & {pasted(text: string): void},
	subscribe: (listener: () => void) => () => void,
): void {
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
}
