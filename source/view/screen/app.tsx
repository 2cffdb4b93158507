import {Box, useIsScreenReaderEnabled, useWindowSize} from 'ink';
import {useEffect} from 'react';
import type {Theme} from '../../themes/theme.js';
import {rowsOnLines} from '../bookmarks/separators.js';
import {CompletionLines, listLayout} from '../components/completion-lines.js';
import {Footer} from '../components/footer.js';
import {titleText} from '../components/title-line.js';
import {excludeWidth} from '../exclude/exclude-chip.js';
import {minWidth} from '../layout/column-widths.js';
import {hidesListing, listingWidth} from '../layout/panes.js';
import {minHeight} from '../layout/screen-parts.js';
import {newSinceLeft} from '../listing/listing-state.js';
import {point} from '../mouse/pointing.js';
import {useMouse} from '../mouse/use-mouse.js';
import {useOverview} from '../overview/use-overview.js';
import {Panel, PanelBody} from '../panel/panel.js';
import {type ShownPane, sizeOf, usePanes} from '../panel/use-panel.js';
import {useNewestNotice} from '../panels/notices/notices.js';
import {PromptLine} from '../prompt/prompt-line.js';
import type {Writing} from '../prompt/written-line.js';
import {TextLine} from '../spans/lines.js';
import {useTakeOver} from '../terminal/own-frames.js';
import type {AppProps} from './app-props.js';
import {ListingScreen} from './listing-screen.js';
import {type Page, usePage} from './use-page.js';
import {type UsedScreen, useScreen} from './use-screen.js';

/** The whole screen. */
export function App(props: AppProps) {
	const {data, terminal, theme} = props;
	const {columns: width, rows: height} = useWindowSize();
	const isSpoken = useIsScreenReaderEnabled();
	const size = {width, height, isSpoken};
	const screen = useScreen(props, size);
	const page = usePage(props, screen, size);
	const {state, panel, palette, hint} = screen;
	const positions = panel.positions();
	const overviewWidth = listingWidth(size, positions);
	const overview = useOverview(
		{
			store: data.store,
			clock: props.times.clock,
			snapshots: data.listing.snapshots,
			alerts: data.alerts,
		},
		{
			...screen.scene,
			...{figures: page.pulse.figures, width: overviewWidth},
			height: page.maxOverview,
		},
		!hidesListing(positions) && ![positions.text, positions.wide].includes('below'),
		screen.isHiding,
	);
	const panes = usePanes(panel, {...screen.scene, figures: page.pulse.figures}, size, page.taken);
	const whole = panes.find(({position}) => position === 'whole');
	useMouse(terminal.mouse, terminal.startsWithMouse, event =>
		point(event, {
			screen: {
				...{parts: page.parts, width, height, text: screen.shownQuery.text, footer: page.hints, panes},
				excludeWidth: excludeWidth(screen.shownExclude, width),
				rows: rowsOnLines(
					data.listing.getState().rows.length,
					page.separators,
					newSinceLeft(data.listing.getState()).index,
					page.taken - page.covered,
				),
			},
			listing: data.listing,
			search: data.search,
			panel,
			isTyping: screen.isTyping,
			command: screen.carryOut,
		}),
	);
	const title = windowTitle(screen, page, props);
	const {setTitle} = terminal;
	useEffect(() => setTitle?.(title), [setTitle, title]);
	const newest = useNewestNotice(state.status.notices);
	const text = newest && data.alerts.currentText(newest);
	const notice = newest && text !== null ? {...newest, text} : null;
	const box = useTakeOver(terminal.takeOver);
	return (
		<Box ref={box} flexDirection="column" {...(isSpoken ? {} : {width, height})}>
			{height < minHeight || width < minWidth ? (
				<TextLine text="Too small: make it larger" width={width} />
			) : whole === undefined ? (
				<ListingScreen {...props} {...{screen, page, overview, panes, size, notice}} />
			) : (
				<>
					{palette.prompt && page.writing ? (
						<WritingOverPanel writing={page.writing} pane={whole} theme={theme} />
					) : (
						<Panel {...whole.view} message={hint} {...sizeOf(whole)} theme={theme} />
					)}
					{page.parts.footer && <Footer hints={page.hints} width={width} theme={theme} />}
				</>
			)}
		</Box>
	);
}

/** Returns the title of the window: after the program's name firing alerts first, then the files and whether the rows are current. */
function windowTitle({rotated}: UsedScreen, {alert, activity}: Page, {beginning}: AppProps): string {
	const files = titleText([...beginning.watched, ...rotated.added], maxTitleFiles);
	return `reqscope ${alert ? `· ${alert.whole} · ` : ''}${files} ${activity.text}`;
}

/** Maximum width of the file names in the title of the window. */
const maxTitleFiles = 60;

type WritingProps = {
	readonly writing: Writing;
	readonly pane: ShownPane;
	readonly theme: Theme;
};

/** The input line over a panel: it replaces the panel's title, its list is below the line, and the panel fills the rest. */
function WritingOverPanel({writing, pane, theme}: WritingProps) {
	const {body} = pane.view;
	const {width, height} = sizeOf(pane);
	const {label, line, list, elsewhere: problem} = writing;
	const bodyHeight = Math.max(0, height - (problem === '' ? 1 : 2));
	const {listed} = listLayout(list?.items.length ?? 0, bodyHeight, bodyHeight);
	return (
		<Box flexDirection="column" height={height} width={width}>
			<PromptLine label={label} line={line} width={width} theme={theme} />
			{problem !== '' && <TextLine text={problem} width={width} style={theme.problem} />}
			{list && listed > 0 && (
				<CompletionLines completions={list} height={listed} width={width} theme={theme} />
			)}
			<PanelBody lines={body.slice(0, bodyHeight - listed)} width={width} theme={theme} />
		</Box>
	);
}
