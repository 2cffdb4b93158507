import {Transform, useIsScreenReaderEnabled} from 'ink';
import {memo} from 'react';
import type {Style} from '../../themes/theme.js';
import {paint} from './paint.js';
import {plainText, type SpanLine, safeLine} from './span.js';

/** Size of a part of the screen, in columns and lines. Without a height, the part is as high as its lines. */
export type PartSize = {readonly width: number; readonly height?: number};

type LinesProps = {readonly lines: readonly SpanLine[]; readonly height?: number | undefined};

/**
 * Shows lines. All text of the screen is in this component. Ink lays out blank lines, which change only with the height; measuring
 * every new text would take longer than drawing it. A transform replaces the blank lines, for Ink and for `frameLines`.
 */
const Lines = memo(function Lines({lines, height = lines.length}: LinesProps) {
	const isSpoken = useIsScreenReaderEnabled();
	const painted = isSpoken ? [] : lines.map(paint);
	return (
		<Transform transform={(_, index) => painted[index] ?? ''}>
			{isSpoken ? spokenText(lines) : Array(height).fill(' ').join('\n')}
		</Transform>
	);
}, isSame);

function isSame(a: LinesProps, b: LinesProps): boolean {
	return (
		a.height === b.height &&
		a.lines.length === b.lines.length &&
		a.lines.every((line, index) => isSameLine(line, b.lines[index]))
	);
}

function isSameLine(a: SpanLine, b: SpanLine | undefined): boolean {
	return (
		a === b ||
		(a.style === b?.style &&
			a.spans.length === b?.spans.length &&
			a.spans.every(({text, style}, index) => {
				const span = b.spans[index];
				return text === span?.text && style === span.style;
			}))
	);
}

/** Ink gives an empty text no line. */
function spokenText(lines: readonly SpanLine[]): string {
	return lines.map(line => plainText(line) || ' ').join('\n');
}

/**
 * Returns the component that shows what a pure function draws. It renders if a property has changed, and changes the screen if a
 * line has.
 */
export function drawn<State extends object>(draw: (state: State, size: PartSize) => readonly SpanLine[]) {
	return memo(function Drawn(props: State & PartSize) {
		return <Lines lines={draw(props, props)} height={props.height} />;
	});
}

/** A line with any string. */
export const TextLine = drawn<{readonly text: string; readonly style?: Style}>(({text, style}, {width}) => [
	safeLine(text, width, style),
]);

/** Lines that are already drawn. */
export const DrawnLines = drawn<{readonly lines: readonly SpanLine[]}>(({lines}) => lines);
