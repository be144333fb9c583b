/**
 * Runs in the head before the first paint, so a chosen theme never flashes, and answers the switch on every page.
 * Plain old JavaScript: it is not compiled.
 */
export const themeScript = `(function(){
var root=document.documentElement,kept='theme';
try{var t=localStorage.getItem(kept);if(t==='light'||t==='dark')root.dataset.theme=t}catch(e){}
document.addEventListener('click',function(e){
if(!e.target.closest||!e.target.closest('[data-theme-switch]'))return;
var now=root.dataset.theme||(matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light');
var next=now==='dark'?'light':'dark';root.dataset.theme=next;
try{localStorage.setItem(kept,next)}catch(e){}})})()`
