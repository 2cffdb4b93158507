import {Box, Text} from 'ink';
import {Fragment, memo, useMemo} from 'react';
import {breakText} from '../../format/fit-width.js';
import type {TimeFormatter} from '../../format/time-formatter.js';
import {type FooterHint, fittingHints, hintGap, hintsText} from '../../keys/footer-hints.js';
import {everything, isEverything} from '../../query/query.js';
import type {NotedNotice} from '../../store/notice-list.js';
import type {Theme} from '../../themes/theme.js';
import {CompletionLines} from '../components/completion-lines.js';
import {CountLine} from '../components/count-line.js';
import {Line} from '../components/line.js';
import {Rows} from '../components/rows.js';
import {StatusLines} from '../components/status-lines.js';
import {TextLines} from '../components/text-lines.js';
import {formatsText} from '../components/title-line.js';
import {headerText} from '../layout/line-texts.js';
import type {ScreenSize} from '../layout/screen-parts.js';
import {alertTitle} from '../panels/alerts/use-alerts.js';
import {PromptLine} from '../prompt/prompt-line.js';
import {PulseLine} from '../pulse/pulse-line.js';
import {offerText} from '../search/search-line.js';
import type {PieceLine} from '../spans/piece.js';
import {PieceLines} from '../spans/pieces.js';
import type {AppProps} from './app-props.js';
import {cutCell, pageText} from './page-text.js';
import {TopLines} from './top-lines.js';
import type {Page} from './use-page.js';
import type {UsedScreen} from './use-screen.js';

type FooterProps = {
	/** The hints that fit, for each line of the footer. */
	readonly lines: ReadonlyArray<readonly FooterHint[]>;
	readonly theme: Theme;
};

/** The keys that are most useful in the current state. Memoised, because half of the screen's text elements are here. */
const Footer = memo(function Footer({lines, theme}: FooterProps) {
	return lines.map(hints => (
		<Text key={hints[0]?.key ?? ''} {...theme.hint} wrap="truncate-end">
			{hints.map(({key, text}, index) => (
				<Fragment key={key}>
					{index > 0 ? hintGap : ''}
					<Text {...theme.key}>{key}</Text> {text}
				</Fragment>
			))}
			{/* Ink renders an empty text without a line. */}
			{hints.length === 0 ? ' ' : ''}
		</Text>
	));
});

type HeaderProps = {readonly text: string; readonly theme: Theme};

/** The column names. Memoised, because they don't change while new rows arrive. */
const HeaderLine = memo(function HeaderLine({text, theme}: HeaderProps) {
	return (
		<Text {...theme.header} wrap="truncate-end">
			{text}
		</Text>
	);
});

type Props = Pick<AppProps, 'data' | 'times' | 'beginning' | 'theme'> & {
	readonly screen: UsedScreen;
	readonly page: Page;
	/** Content of the pane below the page; empty if there is too little space. */
	readonly pane: readonly PieceLine[];
	readonly size: ScreenSize;
	/** The newest notice while it is recent. */
	readonly notice: NotedNotice | null;
};

/** Maximum number of lines for the truncated cell of the selected row. The `open` command shows longer text. */
const maxCutLines = 3;

/** The listing with the lines around it. */
export function ListingScreen({data, times, beginning, theme, screen, page, pane, size, notice}: Props) {
	const {state, searching, shownQuery, isHiding, alerts, find, marks, handOff, columns, offered, rotated} =
		screen;
	const {parts, pulse, writing, hints, places, taken, listed, covered, room} = page;
	const {width, isSpoken} = size;
	const {clock, formatTime} = times;
	const {query, bar} = searching;
	const {wanted, layout} = columns;
	const needle = find.shown;
	const isBehind = Boolean(bar?.problem);
	const keys = writing && !parts.footer ? hintsText(fittingHints(writing.hints, width)) : '';
	const told = screen.hint || writing?.elsewhere || keys;
	const pager = pageText(handOff.saving.running, state, needle, {wanted, layout}, isHiding);
	// The details of the selected request begin with its URL.
	const isToldBelow = pane.length > 0 && (state.cell ?? 'url') === 'url';
	const cut = cutLines(writing || isToldBelow ? '' : cutCell(state, wanted, layout), width, room - 1);
	// Completions and the truncated cell cover the top of the pane, so that the pane doesn't move with each key.
	const paneLines = pane.slice(listed - covered + cut.length);
	const alert = alertTitle(alerts, formatTime);
	const watched = useMemo(() => [...beginning.watched, ...rotated.added], [beginning.watched, rotated.added]);
	const offer = data.redaction.shownQuery({...everything, text: offered.text}).text;
	return (
		<>
			<TopLines
				{...{parts, watched, writing, width, theme}}
				formats={formatsText(state.status)}
				hint={rotated.hint}
				alert={alert}
				text={shownQuery.text}
				offer={offerText(offer, width)}
				problem={writing && bar === null ? '' : state.unknownFields}
			/>
			<CountLine {...{state, isBehind, width, theme}} alert={parts.title ? '' : alert} />
			{parts.pulse && (
				<PulseLine
					{...{...pulse, clock, formatTime, width, theme, isSpoken}}
					isPast={pulse.isPast || isBehind}
				/>
			)}
			{writing && !parts.title ? (
				<PromptLine label={writing.label} line={writing.line} width={width} theme={theme} />
			) : (
				<HeaderLine text={headerText(layout, data.store.shownField)} theme={theme} />
			)}
			<Rows
				{...{state, needle, marks, places, formatTime, width, layout, theme}}
				searched={isEverything(query) ? null : shownQuery.text}
				isPast={state.isSearching || isBehind}
				isWriting={bar !== null}
				height={taken - covered}
			/>
			{parts.pager && <Line text={told && !parts.status ? told : pager} width={width} />}
			{writing?.list && listed > 0 && (
				<CompletionLines completions={writing.list} height={listed} width={width} theme={theme} />
			)}
			{cut.map((text, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: lines are nothing but their text and their place
				<Line key={index} text={text} width={width} />
			))}
			{!isSpoken && (
				// Problems and notices of several lines reduce the height of this box.
				<Box flexGrow={1} flexBasis={0} overflow="hidden">
					{paneLines.length > 0 && <PieceLines lines={paneLines} height={paneLines.length} />}
				</Box>
			)}
			{parts.status && (
				<ToldLines {...{screen, page, told, notice, width, formatTime, theme}} room={room - cut.length} />
			)}
			{parts.footer && <Footer lines={hints} theme={theme} />}
		</>
	);
}

/** @param room - number of free lines */
function cutLines(text: string, width: number, room: number): readonly string[] {
	return text === '' || room < 1 ? [] : breakText(text, width, Math.min(maxCutLines, room));
}

type ToldProps = Pick<Props, 'screen' | 'page' | 'notice' | 'theme'> & {
	/** Message about the last key or the input line; may be empty. */
	readonly told: string;
	readonly width: number;
	/** Number of free lines. */
	readonly room: number;
	readonly formatTime: TimeFormatter;
};

/** The lines above the footer: the message about the last key, otherwise the status. */
function ToldLines({screen, page, told, notice, width, room, formatTime, theme}: ToldProps) {
	const {state, hint, welcome} = screen;
	const {parts, writing, hints} = page;
	return told ? (
		<TextLines
			text={told}
			width={width}
			room={room}
			isEndWanted={hint === '' && Boolean(writing?.problem)}
			style={theme.problem}
		/>
	) : (
		<StatusLines
			{...{state, notice, width, room, formatTime, theme}}
			welcome={writing ? '' : welcome.text(parts.footer ? hints : [])}
		/>
	);
}
