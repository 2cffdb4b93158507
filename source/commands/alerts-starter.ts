import {type Alerts, noAlerts} from '../alerts/alerts.js';
import type {AskedStore} from '../alerts/look.js';
import {systemClock} from '../clock.js';
import type {CommandLine} from '../command-line/parse-command-line.js';
import type {Redaction} from '../redaction/redaction.js';
import type {Store} from '../store/store.js';

/** Begins to watch the rules that are asked for. The store is one that hides what the redaction does. */
type StartAlerts = (
	store: AskedStore & Pick<Store, 'settled'>,
	redaction: Pick<Redaction, 'shownText'>,
) => Alerts;

/** Who notices that a rule has fired. */
type AlertsStarterOptions = {
	/** The terminal whose bell is rung, if it is one. */
	readonly terminal: Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;
	/** What happens is said to it as well. */
	readonly say?: (text: string) => void;
	readonly signal: AbortSignal;
};

const bell = '\u0007';

/** What begins to watch the rules of a command line and of the config file. Those without rules wait for nothing. */
export async function alertsStarter(
	{alerts: wanted, past, bell: isRung}: Pick<CommandLine, 'alerts' | 'past' | 'bell'>,
	{terminal, signal, ...rest}: AlertsStarterOptions,
): Promise<StartAlerts> {
	if (wanted.length === 0) {
		return () => noAlerts;
	}
	const {startAlerts} = await import('../alerts/start-alerts.js');
	return (store, {shownText}) =>
		startAlerts({
			...rest,
			store,
			wanted,
			clock: systemClock,
			settled: past ? store.settled(signal) : null,
			env: process.env,
			ring() {
				if (isRung && terminal.isTTY) {
					terminal.write(bell);
				}
			},
			shownText,
		});
}
