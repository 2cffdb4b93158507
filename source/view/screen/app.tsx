import {Box, useIsScreenReaderEnabled, useWindowSize} from 'ink';
import {rowsOnLines} from '../../bookmarks/panel/separators.js';
import {Line} from '../components/line.js';
import {leastWidth} from '../layout/column-widths.js';
import {leastHeight} from '../layout/screen-parts.js';
import {point} from '../mouse/pointing.js';
import {useMouse} from '../mouse/use-mouse.js';
import {useNewestNotice} from '../notices/notices.js';
import {PaletteOverPanel} from '../palette/palette-over-panel.js';
import {usePane} from '../pane/use-pane.js';
import {Panel} from '../panel/panel.js';
import type {AppProps} from './app-props.js';
import {paletteAsShown} from './as-shown.js';
import {ListingScreen} from './listing-screen.js';
import {usePage} from './use-page.js';
import {useScreen} from './use-screen.js';

/** The whole screen. */
export function App(props: AppProps) {
	const {data, terminal, theme} = props;
	const {columns: width, rows: height} = useWindowSize();
	const isSpoken = useIsScreenReaderEnabled();
	const size = {width, height, isSpoken};
	const screen = useScreen(props, size);
	const page = usePage(props, screen, size);
	const {state, panel, palette, hint} = screen;
	const pane = usePane(
		{store: data.store, clock: props.times.clock, alerts: data.alerts},
		{...screen.scene, titleWidth: width, room: page.paneRoom},
		panel.view === null,
	);
	useMouse(terminal.mouse, terminal.startsWithMouse, event =>
		point(event, {
			screen: {
				...{parts: page.parts, width, height, text: screen.shownQuery.text, footer: page.hints},
				rows: rowsOnLines(state.rows.length, page.places, page.taken - page.covered),
			},
			drawn: state,
			listing: data.listing,
			search: data.search,
			panel: panel.host,
			isTyping: screen.isTyping,
			command: screen.carryOut,
		}),
	);
	const notice = useNewestNotice(state.status.notices);
	if (height < leastHeight || width < leastWidth) {
		return <Line text="Too small: make it larger" width={width} />;
	}

	const over = panel.view;
	return (
		<Box flexDirection="column" {...(isSpoken ? {} : {width, height})}>
			{over === null ? (
				<ListingScreen {...props} {...{screen, page, pane, size, notice}} />
			) : palette.shown ? (
				<PaletteOverPanel
					state={paletteAsShown(palette.shown.state, data.redaction)}
					list={palette.shown.list}
					view={over}
					{...{width, height, theme}}
				/>
			) : (
				<Panel {...over} told={hint} {...{width, height, theme}} />
			)}
		</Box>
	);
}
