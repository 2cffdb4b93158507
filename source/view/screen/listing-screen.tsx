import {Box} from 'ink';
import {type ReactNode, useMemo} from 'react';
import {breakText} from '../../format/fit-width.js';
import {durationText} from '../../format/time-texts.js';
import {fittingHints, hintsText} from '../../keys/footer-hints.js';
import {everything, isEverything} from '../../query/query.js';
import type {NotedNotice} from '../../store/notice-list.js';
import {CompletionLines, listLayout} from '../components/completion-lines.js';
import {CountLine} from '../components/count-line.js';
import {Footer} from '../components/footer.js';
import {Header, Listing} from '../components/listing.js';
import {Pager, type PagerState} from '../components/pager.js';
import {StatusLines} from '../components/status-lines.js';
import {formatsText} from '../components/title-line.js';
import {listingWidth, type PanePosition} from '../layout/panes.js';
import type {ScreenSize} from '../layout/screen-parts.js';
import {rateText} from '../listing/activity.js';
import {noneOfText, type TermCount} from '../listing/empty-texts.js';
import type {ListingController} from '../listing/listing-controller.js';
import type {ListingState} from '../listing/listing-state.js';
import {useListing} from '../listing/use-listing.js';
import {largeOverview} from '../overview/overview-lines.js';
import {Panel, UprightRule} from '../panel/panel.js';
import {type ShownPane, sizeOf} from '../panel/use-panel.js';
import type {Completions} from '../prompt/line-editor.js';
import {PromptLine} from '../prompt/prompt-line.js';
import type {ShownPulse} from '../pulse/use-pulse.js';
import {DrawnLines, TextLine} from '../spans/lines.js';
import type {SpanLine} from '../spans/span.js';
import type {AppProps} from './app-props.js';
import {pageText, truncatedText} from './page-text.js';
import {TopLines} from './top-lines.js';
import type {Page} from './use-page.js';
import type {UsedScreen} from './use-screen.js';

type Props = Pick<AppProps, 'data' | 'times' | 'beginning' | 'theme'> & {
	readonly screen: UsedScreen;
	readonly page: Page;
	/** Lines of the overview below the page; empty if it isn't visible. */
	readonly overview: readonly SpanLine[];
	/** The visible panels. */
	readonly panes: readonly ShownPane[];
	readonly size: ScreenSize;
	/** The newest notice while it is recent. */
	readonly notice: NotedNotice | null;
};

/** Maximum number of lines for the truncated cell of the selected row. The `open` command shows longer text. */
const maxCutLines = 3;

type FlowingProps = {
	readonly listing: ListingController;
	readonly children: (state: ListingState) => ReactNode;
};

/** A part that renders with every change of the listing. The rest of the screen doesn't render for rows that arrive. */
function Flowing({listing, children}: FlowingProps) {
	return children(useListing(listing));
}

/** The screen with the listing, and the panels that don't have the whole screen. */
export function ListingScreen(props: Props) {
	const {data, beginning, theme, screen, page, panes, size} = props;
	const {state, searching, shownQuery, offered, rotated, palette} = screen;
	const {parts, pulse, alert, activity, writing, hints, maxOverview} = page;
	const {width, isSpoken} = size;
	const paneAt = (wanted: PanePosition) => panes.find(({position}) => position === wanted);
	const [over, right, below] = [paneAt('over'), paneAt('right'), paneAt('below')];
	// A screen reader gets sentences, which leave the numbers to other lines.
	const overviewHeight = below ? 0 : Math.min(maxOverview, isSpoken ? largeOverview - 1 : maxOverview);
	const {bar} = searching;
	const isBehind = Boolean(bar?.problem);
	const keys = writing && !parts.footer ? hintsText(fittingHints(writing.hints, width)) : '';
	const message = screen.hint || writing?.elsewhere || keys;
	const watched = useMemo(() => [...beginning.watched, ...rotated.added], [beginning.watched, rotated.added]);
	const offer = data.redaction.shownQuery({...everything, text: offered.text}).text;
	return (
		<>
			<TopLines
				{...{parts, watched, alert, activity, writing, isSpoken, width, theme}}
				formats={formatsText(state.status)}
				hint={rotated.hint}
				facts={figureTexts(pulse, overviewHeight)}
				text={shownQuery.text}
				offer={offer}
				exclude={screen.shownExclude}
				problem={writing && bar === null ? '' : state.unknownFields}
			/>
			<Flowing listing={data.listing}>
				{state => <CountLine {...{state, isBehind, width, theme}} alert={parts.title ? null : alert} />}
			</Flowing>
			<Box {...(isSpoken ? {} : {flexGrow: 1, flexBasis: 0, overflow: 'hidden'})}>
				{over ? (
					<OverListing pane={over} list={(palette.prompt && writing?.list) || null} {...{message, theme}} />
				) : (
					<ListingColumn {...{...props, below, message, isBehind, overviewHeight}} />
				)}
				{right && (
					<>
						<UprightRule hasFocus={right.view.hasFocus} {...sizeOf(right)} width={1} theme={theme} />
						<Panel {...right.view} {...sizeOf(right)} theme={theme} />
					</>
				)}
			</Box>
			{parts.footer && <Footer {...{hints, width, theme}} />}
		</>
	);
}

type ColumnProps = Props & {
	/** The panel below the rows; undefined if the overview is shown. */
	readonly below: ShownPane | undefined;
	/** A hint, or the keys of an input line without a footer; may be empty. */
	readonly message: string;
	/** True if the results belong to an earlier search than the typed one. */
	readonly isBehind: boolean;
	/** Number of lines of the overview. */
	readonly overviewHeight: number;
};

/** Always the same object, so that the listing isn't drawn again. */
const noTerms: readonly TermCount[] = [];

/** The listing, with the overview or a panel below it. */
function ListingColumn(props: ColumnProps) {
	const {data, times, theme, screen, page, overview, panes, size, notice} = props;
	const {below, message, isBehind, overviewHeight} = props;
	const {state, searching, shownQuery, emptyCounts, isHiding, find, bookmarks, handOff, columns, panel} =
		screen;
	const {parts, pulse, writing, separators, taken, listed, covered, left} = page;
	const {formatTime} = times;
	const {wanted, layout} = columns;
	const width = listingWidth(size, panel.positions());
	const needle = find.shown;
	// A large overview has its own rule and legend.
	const isLarge = overviewHeight >= largeOverview;
	const pager = (flowing: ListingState): PagerState => {
		const {day, text} = pageText(
			handOff.saving.running,
			flowing,
			emptyCounts && noneOfText(emptyCounts.inPeriod, searching.query),
			needle,
			{wanted, layout},
			isHiding,
		);
		const hasMessage = message !== '' && !parts.status;
		return {
			...{day: hasMessage ? '' : day, text: hasMessage ? message : text, theme},
			isRule: !size.isSpoken && !isLarge && !hasMessage,
			counts: isLarge ? null : (pulse.figures?.counts ?? null),
			isPast: pulse.isPast || isBehind,
			bars: overviewHeight === 0 ? (pulse.pulse?.bars ?? []) : [],
		};
	};
	// The details of the selected request begin with its URL.
	const isInDetails = panes.some(({view}) => view.command === 'open') && (state.cell ?? 'url') === 'url';
	const cutText = writing || isInDetails || below ? '' : truncatedText(state, wanted, layout);
	const cut = cutLines(cutText, width, left - 1);
	return (
		<Box flexDirection="column" width={width}>
			{writing && !parts.title ? (
				<PromptLine label={writing.label} line={writing.line} width={width} theme={theme} />
			) : (
				<Header
					{...{layout, width, theme}}
					{...{order: state.order, shownField: data.store.shownField, isHiding: screen.isHiding}}
				/>
			)}
			<Flowing listing={data.listing}>
				{state => (
					<Listing
						{...{state, needle, bookmarks, separators, formatTime, width, layout, theme}}
						termCounts={emptyCounts?.terms ?? noTerms}
						hint={screen.rotated.hint}
						searched={isEverything(searching.query) ? null : shownQuery.text}
						isPast={state.isSearching || isBehind}
						took={pulse.figures?.took ?? null}
						hasFocus={!panel.isOpen()}
						isWriting={searching.bar !== null}
						height={taken - covered}
					/>
				)}
			</Flowing>
			{parts.pager && (
				<Flowing listing={data.listing}>{state => <Pager {...pager(state)} width={width} />}</Flowing>
			)}
			{writing?.list && listed > 0 && (
				<CompletionLines completions={writing.list} height={listed} width={width} theme={theme} />
			)}
			{size.isSpoken ? (
				<DrawnLines lines={overview} width={width} />
			) : (
				// Problems and notices of several lines reduce the height of this box.
				<Box flexGrow={1} flexBasis={0} overflow="hidden">
					{below ? (
						<Panel {...below.view} width={width} height={below.rectangle.height} theme={theme} />
					) : (
						// Completions cover its top, and the truncated cell its end, so that it doesn't move with each key.
						<DrawnLines
							lines={overview.slice(listed - covered, Math.max(0, overview.length - cut.length))}
							width={width}
						/>
					)}
				</Box>
			)}
			{cut.map((text, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: lines are nothing but their text and their row
				<TextLine key={index} text={text} width={width} />
			))}
			{parts.status && (
				<StatusLines
					{...{state, message, notice, width, formatTime, theme}}
					isEndWanted={screen.hint === '' && Boolean(writing?.problem)}
					// The hints are about the listing.
					welcome={writing || panel.isOpen() ? '' : screen.welcome.text}
					maxLines={left - cut.length}
				/>
			)}
		</Box>
	);
}

type OverProps = Pick<Props, 'theme'> & {
	readonly pane: ShownPane;
	readonly message: string;
	/** Completions of the palette. The completions of other lines are below the help. */
	readonly list: Completions | null;
};

/** A panel instead of the listing. The completions of the palette cover its top. */
function OverListing({pane, message, list, theme}: OverProps) {
	const {width, height} = pane.rectangle;
	const {listed} = listLayout(list?.items.length ?? 0, height, height);
	return (
		<Box flexDirection="column" width={width}>
			{list && listed > 0 && (
				<CompletionLines completions={list} height={listed} width={width} theme={theme} />
			)}
			<Panel {...pane.view} message={message} width={width} height={height - listed} theme={theme} />
		</Box>
	);
}

/** Returns the p95 of the matches, unless the overview has it, and the rate of the last minute. */
function figureTexts({figures, pulse}: ShownPulse, overviewHeight: number): readonly string[] {
	const p95 = figures?.took && overviewHeight < largeOverview ? `p95 ${durationText(figures.took.p95)}` : '';
	return [p95, pulse && !pulse.isQuiet ? rateText(pulse.requests) : ''];
}

/** @param maxLines - number of free lines */
function cutLines(text: string, width: number, maxLines: number): readonly string[] {
	return text === '' || maxLines < 1 ? [] : breakText(text, width, Math.min(maxCutLines, maxLines));
}
