import type {DOMElement} from 'ink';
import {type RefObject, useEffect, useRef} from 'react';
import {frameLines} from './frame-lines.js';
import {frameWriter, type Write, withWrite} from './frame-writer.js';
import {beginUpdate, endUpdate, enterOwnScreen, leaveOwnScreen} from './terminal-codes.js';
import {popTitle, pushTitle, titleCode} from './window-title.js';

/** Frames that Ink lays out and reqscope draws. */
export type OwnFrames = {
	/** The stream to give to Ink. It passes everything except Ink's frames to the terminal. */
	readonly stdout: NodeJS.WriteStream;
	/** Draws the content of Ink's root, now and after each change. Returns a function that lets Ink draw again. */
	takeOver(root: DOMElement): () => void;
	/** Sets the title of the window, any string. The title before it returns when the alternate screen is left. */
	setTitle(text: string): void;
};

/**
 * Draws frames instead of Ink. Ink renders each frame completely, regardless of the change, and at most 30 per second, so a key
 * waited up to 33 ms for its frame. When Ink draws without a change, the whole frame is redrawn: the terminal's size or content
 * has changed.
 * @param stdout - a terminal whose alternate screen Ink enters
 * @param drawn - called after each frame
 * @param isTitled - true if the terminal has a window with a title
 */
export function ownFrames(stdout: NodeJS.WriteStream, drawn: () => void, isTitled: boolean): OwnFrames {
	const frame = frameWriter(data => stdout.write(data));
	let root: DOMElement | undefined;
	let isOnScreen = false;
	let isInFrame = false;
	let title: string | null = null;

	const draw = (): void => {
		// Outside the alternate screen, the terminal belongs to another program.
		if (root && isOnScreen) {
			frame.show(frameLines(root).slice(0, stdout.rows || undefined));
			drawn();
		}
	};
	const drawWhole = (): void => {
		frame.forget();
		draw();
	};
	const write: Write = (data, ...rest) => {
		if (data === beginUpdate) {
			isInFrame = true;
			return true;
		}
		if (data === endUpdate) {
			isInFrame = false;
			drawWhole();
			return true;
		}
		if (isInFrame) {
			return true;
		}
		if (data === leaveOwnScreen) {
			isOnScreen = false;
			if (isTitled) {
				stdout.write(popTitle);
			}
		} else if (data === enterOwnScreen) {
			isOnScreen = true;
			frame.forget();
			if (isTitled) {
				stdout.write(pushTitle + (title === null ? '' : titleCode(title)));
			}
		}
		return stdout.write(data, ...rest);
	};
	return {
		stdout: withWrite(stdout, write),
		setTitle(text) {
			if (isTitled && isOnScreen && text !== title) {
				stdout.write(titleCode(text));
			}
			title = text;
		},
		takeOver(taken) {
			const {onRender = () => {}} = taken;
			root = taken;
			taken.onRender = draw;
			drawWhole();
			return () => {
				root = undefined;
				taken.onRender = onRender;
			};
		},
	};
}

/** Returns a reference for the outermost box. While it is mounted, `takeOver` draws Ink's root in Ink's place. */
export function useTakeOver(takeOver: OwnFrames['takeOver'] | undefined): RefObject<DOMElement | null> {
	const box = useRef<DOMElement>(null);
	// Runs after the other effects of the screen, so that keyboard input is set up before the first frame appears.
	useEffect(() => (box.current ? takeOver?.(rootOf(box.current)) : undefined), [takeOver]);
	return box;
}

function rootOf(element: DOMElement): DOMElement {
	return element.parentNode ? rootOf(element.parentNode) : element;
}
