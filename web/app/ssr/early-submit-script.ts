/**
 * Runs in the head of pages that hydrate. It holds back a form that is submitted before hydration; web/ui/form.tsx
 * submits it again afterwards, so that the input is not lost. It is not compiled, so it is old JavaScript.
 */
export const earlySubmitScript = `document.addEventListener('submit',function(e){
var form=e.target;if(!form.hasAttribute('data-waits'))return;
e.preventDefault();form.setAttribute('data-pressed','')},true)`
