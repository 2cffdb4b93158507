import {usePaste, useStdin} from 'ink';
import {useEffect, useEffectEvent, useState} from 'react';
import {pauseForInput} from '../../query/evaluation/slice.js';
import {type InputEvent, inputParser} from './input-parser.js';
import type {MouseEvent} from './mouse-report.js';

/** Receives the input from a terminal. */
export type InputListener = {
	/** Keys that were typed together. */
	keys?(names: readonly string[]): void;
	paste?(text: string): void;
	mouse?(event: MouseEvent): void;
	/** A sequence that isn't a key, without its Escape. */
	reply?(text: string): void;
};

/** The parsed input from a terminal. */
export type TerminalInput = {
	/** Returns a function that unsubscribes. Keys and pastes are buffered until the first listener with `keys`. */
	listen(listener: InputListener): () => void;
	/**
	 * Announces that sequences may arrive at any time, even over a slow line, so a lone Escape counts as a key a little later.
	 * Returns a function that revokes it.
	 */
	expect(): () => void;
	/** Stops reading. A later `inputOf` for this stream creates a new input. */
	end(): void;
};

/**
 * Time limits for the rest of a sequence, in ms. The limit is shorter for sequences that contain a string, because they would
 * swallow typed keys.
 */
const patience = {escape: 20, expected: 50, sequence: 1000, text: 100};

/**
 * Time limit for the rest of a paste, in ms. Without a limit, a paste with no end mark would swallow all typed keys. The rest of
 * a paste that arrives later is read as keys, so the limit is longer than the pauses of a slow line.
 */
const defaultSilence = 3000;

const inputs = new WeakMap<NodeJS.ReadStream, TerminalInput>();

/**
 * Returns the only reader of a stream, which starts reading at once. Ink reads the stream, too, but finds nothing because it
 * reads second.
 */
export function inputOf(stream: NodeJS.ReadStream, silence = defaultSilence): TerminalInput {
	const input = inputs.get(stream) ?? terminalInput(stream, silence);
	inputs.set(stream, input);
	return input;
}

function terminalInput(stream: NodeJS.ReadStream, silence: number): TerminalInput {
	const parser = inputParser();
	const listeners = new Set<InputListener>();
	let early: readonly InputEvent[] = [];
	let expecting = 0;
	let timer: NodeJS.Timeout | undefined;

	const notify = (event: InputEvent): void => {
		if ((event.type === 'keys' || event.type === 'paste') && !hasKeyListener()) {
			early = [...early, event];
			return;
		}
		for (const listener of listeners) {
			notifyListener(listener, event);
		}
	};
	const hasKeyListener = (): boolean => [...listeners].some(({keys}) => keys !== undefined);

	const wait = (): void => {
		clearTimeout(timer);
		const {pending} = parser;
		if (pending !== 'nothing') {
			const time =
				pending === 'paste'
					? silence
					: pending === 'escape' && expecting > 0
						? patience.expected
						: patience[pending];
			timer = setTimeout(flush, time).unref();
		}
	};
	const flush = (): void => {
		for (const event of parser.flush()) {
			notify(event);
		}
	};
	const read = (): void => {
		for (let chunk: unknown = stream.read(); chunk !== null; chunk = stream.read()) {
			pauseForInput();
			for (const event of parser.push(chunk as string | Uint8Array)) {
				notify(event);
			}
		}
		wait();
	};
	stream.on('readable', read);
	return {
		listen(listener) {
			listeners.add(listener);
			if (listener.keys) {
				const waiting = early;
				early = [];
				for (const event of waiting) {
					notify(event);
				}
			}
			return () => {
				listeners.delete(listener);
			};
		},
		expect() {
			expecting++;
			let isOver = false;
			return () => {
				expecting -= isOver ? 0 : 1;
				isOver = true;
			};
		},
		end() {
			clearTimeout(timer);
			stream.off('readable', read);
			inputs.delete(stream);
		},
	};
}

function notifyListener(listener: InputListener, event: InputEvent): void {
	switch (event.type) {
		case 'keys':
			listener.keys?.(event.names);
			break;
		case 'paste':
			listener.paste?.(event.text);
			break;
		case 'mouse':
			listener.mouse?.(event.event);
			break;
		default:
			listener.reply?.(event.text);
	}
}

function nothing(): void {}

/** Delivers keys and pastes while the component is mounted. */
export function useTerminalInput({keys, paste}: Required<Pick<InputListener, 'keys' | 'paste'>>): void {
	const {stdin, isRawModeSupported} = useStdin();
	// Subscribes during rendering, so that Ink's own reading comes second.
	const [input] = useState(() => (isRawModeSupported ? inputOf(stdin as NodeJS.ReadStream) : undefined));
	// Ink gets no pastes here, but it sets the terminal's paste mode and resets it when it suspends.
	usePaste(nothing, {isActive: isRawModeSupported});
	const takeKeys = useEffectEvent(keys);
	const takePaste = useEffectEvent(paste);
	useEffect(() => input?.listen({keys: names => takeKeys(names), paste: text => takePaste(text)}), [input]);
}
