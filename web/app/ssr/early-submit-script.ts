/**
 * Runs in the head of pages that hydrate: a form that is pressed before its script is there waits for it (web/ui/form.tsx presses it again),
 * instead of being sent to nobody with all that was typed. Plain old JavaScript: it is not compiled.
 */
export const earlySubmitScript = `document.addEventListener('submit',function(e){
var form=e.target;if(!form.hasAttribute('data-waits'))return;
e.preventDefault();form.setAttribute('data-pressed','')},true)`
