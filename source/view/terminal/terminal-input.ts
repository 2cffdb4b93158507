import {usePaste, useStdin} from 'ink';
import {useEffect, useEffectEvent, useState} from 'react';
import {type InputEvent, inputParser} from './input-parser.js';
import type {MouseEvent} from './mouse-report.js';

/** Who is told of what a terminal sends. */
export type InputListener = {
	/** Keys that were typed at once. */
	keys?(names: readonly string[]): void;
	paste?(text: string): void;
	mouse?(event: MouseEvent): void;
	/** A sequence that stands for no key, without its Escape. */
	reply?(text: string): void;
};

/** What a terminal sends, taken apart. */
export type TerminalInput = {
	/** Returns the function that ends it. Keys and pastes wait for the first one who takes them. */
	listen(listener: InputListener): () => void;
	/**
	 * Says that sequences may come at any time, over a slow line too: an Escape alone is a key a little later then.
	 * Returns the function that takes it back.
	 */
	expect(): () => void;
	/** Stops reading; who asks again for this stream's input gets another one. */
	end(): void;
};

/** How long the rest of a sequence is waited for, in ms; not as long where keys would be taken for its text. */
const patience = {escape: 20, expected: 50, sequence: 1000, text: 100};

/**
 * How long the rest of a paste is waited for, in ms: without an end mark, what is typed would belong to it for ever.
 * What comes later is read as keys, so it is longer than a slow line's pauses.
 */
const usualSilence = 3000;

const inputs = new WeakMap<NodeJS.ReadStream, TerminalInput>();

/** The one who reads a stream; begins at once. Ink reads it as well, but finds nothing: it comes later. */
export function inputOf(stream: NodeJS.ReadStream, silence = usualSilence): TerminalInput {
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

	const tell = (event: InputEvent): void => {
		if ((event.type === 'keys' || event.type === 'paste') && !hasKeyListener()) {
			early = [...early, event];
			return;
		}

		for (const listener of listeners) {
			tellOne(listener, event);
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
			tell(event);
		}
	};

	const read = (): void => {
		for (let chunk: unknown = stream.read(); chunk !== null; chunk = stream.read()) {
			for (const event of parser.push(chunk as string | Uint8Array)) {
				tell(event);
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
					tell(event);
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

function tellOne(listener: InputListener, event: InputEvent): void {
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

/** Hands out keys and pastes as long as the component is there. */
export function useTerminalInput({keys, paste}: Required<Pick<InputListener, 'keys' | 'paste'>>): void {
	const {stdin, isRawModeSupported} = useStdin();
	// While it is rendered, so that Ink's own reading comes second.
	const [input] = useState(() => (isRawModeSupported ? inputOf(stdin as NodeJS.ReadStream) : undefined));
	// Ink takes none, but it sets the terminal's modes for it, and takes them back when it is suspended.
	usePaste(nothing, {isActive: isRawModeSupported});
	const takeKeys = useEffectEvent(keys);
	const takePaste = useEffectEvent(paste);
	useEffect(() => input?.listen({keys: names => takeKeys(names), paste: text => takePaste(text)}), [input]);
}
