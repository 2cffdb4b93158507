import {readFileSync} from 'node:fs';
import test from 'ava';
import {SecretNames, secretWords} from '../../source/redaction/secret-name.js';
import {words} from '../helpers/words.js';

const secretNames = new SecretNames();

const secret = `token access_token accessToken X-Amz-Security-Token key api_key apikey APIKey password user[password] passwd pwd
	secret client_secret session PHPSESSID JSESSIONID sid sessionToken auth Authorization oauth_verifier code email e-mail
	user_email userEmail %74oken to%6ben username login jwt signature X-Amz-Signature csrf_token authenticity_token cookie
	to\\u006ben %2574oken ASP.NET_SessionId .ASPXAUTH .AspNetCore.Session .AspNetCore.Antiforgery.x ASPSESSIONIDABCDEF __VIEWSTATE
	__RequestVerificationToken laravel_session XSRF-TOKEN connect.sid _myapp_session rack.session remember_user_token sessionid
	csrftoken csrfmiddlewaretoken PLAY_SESSION wordpress_logged_in_abc JSESSIONIDSSO __Secure-1PSID SSESS0a1b2c CFTOKEN
	SAMLResponse SAMLRequest SAMLart RelayState id_token code_verifier client_assertion otp_code 2fa twoFactor2fa mfaCode
	one_time_password totp cardNumber card_number cc-num pan cvv2 CVC iban card[number] ccnumber mot_de_passe contraseña
	Passwort senha wachtwoord пароль 密码 lösenord Proxy-Authorization set-cookie x-amz-security-token X-Auth-Token ident
	remote_logname date_of_birth first_name lastName mobile_phone connectionString securityCode private_key SECRET_KEY_BASE
	_wpnonce _ajax_nonce token_type_hint consent_token count_token type[password] promo_token
	code_details user_sec-fetch-user`;

const harmless = `p page q query search lang id sort order keyword keywords monkey user_agent userAgent http_user_agent User-Agent
	wordpress_test zipcode status_code statusCode author authors authority :authority user_agent.original ClientRequestUserAgent request_User-Agent secretary donkey path method url time format width c
	token_count sessionCount user_counts token_type grant_type cardType user[account_type] cookie_consent CookieConsent promo_code
	couponCode discount_codes prompt_tokens maxTokens response_code_details EdgeColoCode Sec-Fetch-User sec-fetch-user`;

for (const name of secret.split(/\s+/)) {
	test(`${name} is a secret name`, t => {
		t.true(secretNames.has(name));
	});
}

for (const name of harmless.split(/\s+/)) {
	test(`${name} is a harmless name`, t => {
		t.false(secretNames.has(name));
	});
}

test('a name beyond the maximum length counts as secret', t => {
	t.true(secretNames.has('a'.repeat(257)));
	t.false(secretNames.has('a'.repeat(256)));
});

test('the guarantees list every word that makes a name secret', t => {
	const guarantees = new Set(readFileSync('docs/guarantees.md', 'utf8').match(/[\p{L}]+/gu));
	t.deepEqual(
		secretWords.filter(name => !guarantees.has(name)),
		[],
	);
	t.deepEqual(
		secretWords.filter(name => !secretNames.has(name)),
		[],
	);
});

test("names from the user's configuration count as secret in any spelling", t => {
	const custom = new SecretNames(['customer-ref', 'Mandant']);
	for (const name of words`customer_ref customerRef CUSTOMER-REF x[customer_ref] customerref mandant_1`) {
		t.true(custom.has(name), name);
	}
	for (const name of ['customer', 'ref', 'reference', 'mandants']) {
		t.false(custom.has(name), name);
	}
	t.false(secretNames.has('customer_ref'), 'others in the same process don’t know them');
});
