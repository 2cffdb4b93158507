import {useMemo, useSyncExternalStore} from 'react';
import type {Alert, Alerts} from '../../../alerts/alerts.js';
import type {Redaction} from '../../../redaction/redaction.js';

/**
 * Returns the watched rules as they may be shown.
 * @param isHiding - true if the redaction hides anything now
 */
export function useAlerts(
	{subscribe, getAlerts}: Alerts,
	{shownText}: Pick<Redaction, 'shownText'>,
	isHiding: boolean,
): readonly Alert[] {
	const alerts = useSyncExternalStore(subscribe, getAlerts);
	return useMemo(
		() =>
			isHiding
				? alerts.map(({rule, ...rest}) => ({
						...rest,
						rule: {...rule, name: shownText(rule.name), text: shownText(rule.text)},
					}))
				: alerts,
		[alerts, isHiding, shownText],
	);
}
