import {type Alerts, noAlerts} from '../alerts/alerts.js';
import {notificationCode} from '../alerts/notification.js';
import type {AskedStore} from '../alerts/read-window.js';
import {systemClock} from '../clock.js';
import type {CommandLine} from '../command-line/parse-command-line.js';
import type {Redaction} from '../redaction/redaction.js';
import type {Store} from '../store/store.js';

/** Starts to watch the rules. The store must redact entries if the redaction is on. */
type StartAlerts = (
	store: AskedStore & Pick<Store, 'settled'>,
	redaction: Pick<Redaction, 'shownText'>,
) => Alerts;

/** Receivers of alerts. */
type AlertsStarterOptions = {
	/** Its bell rings if it is a terminal. */
	readonly terminal: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
	/** True if the user sees the terminal. Then no notification is sent. */
	readonly isSeen?: () => boolean;
	/** True if rules may be added while the program runs. */
	readonly mayAdd?: boolean;
	/** Called with each message, too. */
	readonly report?: (text: string) => void;
	readonly signal: AbortSignal;
};

const bell = '\u0007';

/**
 * Returns the function that starts to watch the rules of a command line and of the config file. Without rules that are or may be added, it loads nothing.
 */
export async function alertsStarter(
	{
		alerts: wanted,
		exec: program,
		past,
		bell: isRung,
		notify,
	}: Pick<CommandLine, 'alerts' | 'exec' | 'past' | 'bell' | 'notify'>,
	{terminal, isSeen = () => false, mayAdd = false, signal, ...rest}: AlertsStarterOptions,
): Promise<StartAlerts> {
	if (wanted.length === 0 && !mayAdd) {
		return () => noAlerts;
	}
	const {startAlerts} = await import('../alerts/start-alerts.js');
	return (store, {shownText}) =>
		startAlerts({
			...rest,
			store,
			wanted,
			program,
			clock: systemClock,
			settled: past ? store.settled(signal) : null,
			env: process.env,
			ring(message) {
				if (isRung && terminal.isTTY) {
					terminal.write(bell);
				}
				if (notify && terminal.isTTY && !isSeen()) {
					terminal.write(notificationCode(message, process.env.TERM));
				}
			},
			shownText,
		});
}
