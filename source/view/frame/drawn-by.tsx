import {Box, type DOMElement} from 'ink';
import {type ReactNode, useEffect, useRef} from 'react';
import {OwnDrawing} from '../pieces/own-drawing.js';

type Props = {
	/** Takes Ink's root over as long as this is there: see `OwnFrames`. */
	readonly takeOver: (root: DOMElement) => () => void;
	readonly children: ReactNode;
};

/** Has its children drawn by another than Ink. */
export function DrawnBy({takeOver, children}: Props) {
	const box = useRef<DOMElement>(null);
	// After the effects of all below: when the first frame is there, the terminal has been asked for its keys.
	useEffect(() => (box.current ? takeOver(rootOf(box.current)) : undefined), [takeOver]);
	return (
		<OwnDrawing value={true}>
			<Box ref={box} flexDirection="column">
				{children}
			</Box>
		</OwnDrawing>
	);
}

function rootOf(element: DOMElement): DOMElement {
	return element.parentNode ? rootOf(element.parentNode) : element;
}
